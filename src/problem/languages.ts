/** Languages that sheets, workbooks and reports are written in. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
export type Language = (typeof languages)[number];
