/** Starts the page: the last visit is taken up, then what solving needs is fetched. */
import { render } from 'preact';
import { App } from './app.tsx';
import { loadTileSettings } from './map/tiles.ts';
import { warmUp } from './solver/run.ts';
import { loadService } from './solver/server-run.ts';
import { guardLeaving, resume } from './state/store.ts';
import { answerQuestions } from './state/what-if.ts';
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
void loadService();
answerQuestions();
guardLeaving();
setTimeout(warmUp, 300);
// Without one (an insecure address) the page needs its server to be reloaded. In development files change under their names.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('./service-worker.js').catch(() => {});
