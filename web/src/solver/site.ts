/** What the host of the page has set (settings.json): map tiles, and whether it also solves. */
export interface SiteSettings {
  readonly tiles?: {
    /** With {z}, {x} and {y}. */
    readonly url: string;
    readonly attribution?: string;
  };
  readonly api?: {
    /** Most seconds of a job. */
    readonly seconds: number;
    readonly keyRequired: boolean;
  };
}

let loading: Promise<SiteSettings> | undefined;

/** Asked for once; nothing is set where the file is missing. */
export function siteSettings(): Promise<SiteSettings> {
  loading ??= fetch('./settings.json').then(
    (response) => (response.ok ? (response.json() as Promise<SiteSettings>) : {}),
    () => ({}),
  );
  return loading;
}
