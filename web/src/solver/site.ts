/** What the host of the page has set (settings.json): map tiles, and whether it also solves. Without it, the page contacts no other host. */
import { signal } from '@preact/signals';

interface SiteSettings {
  readonly tiles?: {
    /** With {z}, {x} and {y}. */
    readonly url: string;
    readonly attribution?: string;
  };
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
