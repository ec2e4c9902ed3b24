/** Starts the page: restores the last visit, then fetches what solving needs. */
import { render } from 'preact';
import { App, listen } from './app.tsx';
import { loadTileSettings } from './map/tiles.ts';
import { warmUp } from './solver/run.ts';
import { loadService } from './solver/server-run.ts';
import { pickUpJob } from './state/run.ts';
import { guardLeaving, resume } from './state/store.ts';
import { askWhileShown } from './state/what-if.ts';
import './style/tokens.css';
import './style/page.css';
import './style/controls.css';
import './style/map.css';
import './style/tables.css';
import './style/solve.css';
import './style/plan.css';
import './style/rules.css';
import './style/what-if.css';
import './style/compare.css';
import './style/print.css';

await resume();
const root = document.getElementById('page');
if (root) render(<App />, root);
void loadTileSettings();
void loadService().then(pickUpJob);
askWhileShown();
guardLeaving();
listen();
setTimeout(warmUp, 300);
// At an insecure address there is none, and the page works online only. In development, files change under the same name.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('./service-worker.js').catch(() => {});
