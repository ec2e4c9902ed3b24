/** The script of the command line, for runs in processes of their own. */
import { fileURLToPath } from 'node:url';

export const commandLine = fileURLToPath(new URL('./main.js', import.meta.url));
