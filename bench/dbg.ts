import { createInstance, search } from '../src/index.ts';
import { searchData } from '../src/search/data.ts';
import { AdaptivePenalties } from '../src/search/penalties.ts';
import { createIndividual, individualRoutes } from '../src/search/individual.ts';
import { PlainEngine } from '../src/search/engine.ts';
const inst = createInstance(JSON.parse(process.env.INST!));
const data = searchData(inst);
const pen = new AdaptivePenalties(data);
console.log(pen.current, data.epsilon);
const found = await search(inst,{stop:{iterations:200},seed:1});
console.log(JSON.stringify(found.routes.map(r=>[r.depot,...Array.from(r.stops)])));
const e = new PlainEngine(data);
for (let s=0;s<3;s++){ e.load(found.routes, Uint8Array.from(inst.depots,()=>1), {vehicle:1e4,depot:1e4,rule:1e4}); e.descend(s); const j = e.toIndividual(); console.log(j.cost, j.feasible, JSON.stringify(individualRoutes(j).map(r=>[r.depot,...r.stops]))); }
for (const its of [200,1000]) for (const seed of [1,2,3,4]) console.log(its, seed, (await search(inst,{stop:{iterations:its},seed})).cost);
