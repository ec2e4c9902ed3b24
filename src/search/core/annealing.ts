/**
 * Slack induction by string removals (Christiaens & Vanden Berghe 2020), for several depots, under simulated annealing. Vehicle capacities and
 * rules hold at all times. An iteration takes a few microseconds whatever the size of the instance, so it refines where a descent after
 * crossover, O(n), has become expensive.
 */
import { startBest, takeBest } from './best';
import { byRecreation, byUndoing, check, say, startCheck } from './check';
import { adaptPrice, isOverfull, over, price, resetOver, startCrowding } from './crowding';
import { interrupted } from './descent';
import { chooseVehicles } from './fleet-insertion';
import { float, seed } from './random';
import { recreate, startBlinking } from './recreate';
import { ruin } from './ruin';
import { acceptTouched, forgetTouched, touchedHold, undoTouched } from './touched';

/** The host's logarithm: WebAssembly has none. */
@external('env', 'log') declare function log(value: f64): f64;

let meanArc: f64 = 0;
/** Cost of the current and of the best solution, relative to the start. */
let current: f64 = 0;
let best: f64 = 0;

/** Begins at the solution loaded, which must be feasible. */
export function startAnnealing(): void {
  let travel: f64 = 0;
  for (let i = 0; i < n; i++) travel += real(leg, i);
  meanArc = travel / <f64>n;
  current = 0;
  best = 0;
  startCrowding();
  startBest();
}

/** Anneals from a temperature in mean arcs. Can be called again to go on. */
export function anneal(randomSeed: u32, iterations: i32, hot: f64, cooling: f64): void {
  seed(randomSeed);
  startBlinking();
  startCheck(false);
  let temperature = hot * meanArc;
  for (let k = 0; k < iterations; k++) {
    if ((k & 255) == 255 && interrupted()) break;
    temperature *= cooling;
    const overBefore = over;
    forgetTouched();
    let delta = ruin() + recreate();
    if (FLEET && delta < Infinity) delta += chooseVehicles();
    if (delta < -temperature * log(1 - float()) && (!isLimited() || touchedHold())) {
      const change = delta - price * (over - overBefore);
      say(change);
      current += change;
      acceptTouched();
      check(byRecreation, false);
      if (!isOverfull() && current < best - epsilon) {
        best = current;
        takeBest();
      }
    } else {
      undoTouched();
      resetOver(overBefore);
      say(0);
      check(byUndoing, false);
    }
    adaptPrice();
  }
}
