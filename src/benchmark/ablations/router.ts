/** Paper, section "Effect of Routing Solver": the same allocation, routed by different solvers. */
import { availableRouters } from '../../routing/registry.ts';
import { allocationTime, gapMeasure, totalTime } from '../measures.ts';
import { parseMethods } from '../methods.ts';
import { loadPublished } from '../reference.ts';
import type { Ablation } from './ablation.ts';

export const router: Ablation = {
  name: 'router',
  question: 'Does it matter who routes an allocation?',
  wallOnly: true,
  measures: [gapMeasure, allocationTime, totalTime],
  published: () => loadPublished('router'),
  async variants() {
    const routers = await availableRouters();
    return {
      methods: routers
        .filter(({ available }) => available)
        .flatMap(({ name }) => parseMethods([`${name}=--method neo-ds --no-improve --router ${name}`])),
      missing: routers.filter(({ available }) => !available).map(({ name, detail }) => `${name} is left out: ${detail}`),
    };
  },
};
