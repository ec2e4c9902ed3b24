/**
 * Other hosts that the page asks: map tiles that its own host has set (settings.json), and those that the user names. Without either it asks
 * none; its server is told which by a cookie and has the browser refuse all others.
 */
import { signal } from '@preact/signals';

interface TileAddress {
  /** With {z}, {x} and {y}. */
  readonly url: string;
  readonly attribution?: string;
}

interface SiteSettings {
  readonly tiles?: TileAddress;
  /** The service behind the page, where it has one. */
  readonly api?: {
    /** Most seconds of a job. */
    readonly seconds: number;
    readonly keyRequired: boolean;
  };
}

export const site = signal<SiteSettings>({});

/** Nothing is set where the file is missing. */
export async function loadSite(): Promise<void> {
  const response = await fetch('./settings.json').catch(() => undefined);
  if (response?.ok) site.value = (await response.json()) as SiteSettings;
}

/** What the user has named, kept in this browser. */
interface NamedHosts {
  readonly tiles?: TileAddress;
  /** A server of roads. */
  readonly roads?: { readonly engine: string; readonly url: string; readonly profile: string };
}

const storeName = 'neo-lrp-hosts';

export const named = signal<NamedHosts>(storedHosts());

function storedHosts(): NamedHosts {
  try {
    return JSON.parse(localStorage.getItem(storeName) ?? '{}');
  } catch {
    return {};
  }
}

const originsOf = ({ tiles, roads }: NamedHosts): string[] =>
  [tiles?.url, roads?.url].filter((url) => url !== undefined).map((url) => new URL(url.replaceAll(/[{}]/g, '')).origin);

/** The page is loaded anew where it names further hosts: the browser learns with the page which it may ask. */
export function nameHosts(hosts: NamedHosts): void {
  const origins = originsOf(hosts);
  localStorage.setItem(storeName, JSON.stringify(hosts));
  const age = origins.length > 0 ? 365 * 24 * 3600 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: what replaces it is missing in Firefox
  document.cookie = `${storeName}=${origins.join(',')}; path=${new URL('.', location.href).pathname}; max-age=${age}; samesite=strict`;
  const isNew = origins.some((origin) => !originsOf(named.value).includes(origin));
  if (isNew) location.reload();
  else named.value = hosts;
}

export const tilesShown = (): TileAddress | undefined => named.value.tiles ?? site.value.tiles;
