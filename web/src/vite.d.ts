/** Version of the package that the page is built from. */
declare const __VERSION__: string;
