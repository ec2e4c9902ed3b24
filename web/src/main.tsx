/** Starts the page: restores the last visit, then fetches what solving needs. */
import { render } from 'preact';
import { App, listen } from './app.tsx';
import { warmUp } from './solver/run.ts';
import { loadSite } from './solver/site.ts';
import { pickUpJob } from './state/run.ts';
import { guardLeaving, resume } from './state/store.ts';
import { askWhileShown } from './state/what-if.ts';
import './style/tokens.css';
import './style/page.css';
import './style/controls.css';
import './style/map.css';
import './style/print.css';

await resume();
const root = document.getElementById('page');
if (root) render(<App />, root);
void loadSite().then(pickUpJob);
askWhileShown();
guardLeaving();
listen();
setTimeout(warmUp, 300);
// At an insecure address there is none, and the page works online only. In development, files change under the same name.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('./service-worker.js').catch(() => {});
