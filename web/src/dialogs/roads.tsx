/** Distances and lines on real roads, from a server that the user names: which places go there is said before they go. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Fault, faultOf, formatCount, loadRoadTools, NeoLrpError } from '../../../src/page.ts';
import { named, nameHosts } from '../solver/site.ts';
import { change, outdated, plan, step, undoing, validity } from '../state/document.ts';
import { draftOf } from '../state/draft.ts';
import { closeDialog, openDialog, tell } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { ChoiceField, TextField } from '../ui/fields.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';

const engines = { osrm: 'OSRM', valhalla: 'Valhalla', openrouteservice: 'openrouteservice' } as const;
const profiles = { car: 'car', truck: 'truck' } as const;

export function RoadsDialog() {
  const { roads } = named.value;
  return (
    <Modal title="Real roads" onClose={closeDialog}>
      {roads ? <Ask server={roads} /> : <Choose />}
    </Modal>
  );
}

type RoadServer = NonNullable<typeof named.value.roads>;

function Choose() {
  const [engine, setEngine] = useState<keyof typeof engines>('osrm');
  const [profile, setProfile] = useState<keyof typeof profiles>('car');
  const [url, setUrl] = useState('');
  const [refused, setRefused] = useState<Fault | undefined>(undefined);
  const use = () => {
    if (/^https?:\/\//.test(url) && URL.canParse(url)) {
      nameHosts({ ...named.value, roads: { engine, profile, url: url.replace(/\/+$/, '') } });
      openDialog('roads', named.value.roads === undefined)();
    } else setRefused(faultOf(new NeoLrpError('E_USAGE', 'a server has an address such as http://localhost:5000', { value: url })));
  };
  return (
    <>
      <p>Distances and times on roads come from a server of your choice. Nothing is sent before you say so.</p>
      <ChoiceField label="Kind of server" value={engine} options={engines} onChange={setEngine} />
      <ChoiceField label="Vehicle" value={profile} options={profiles} onChange={setProfile} />
      <TextField label="Address of the server" placeholder="http://localhost:5000" value={url} onCommit={setUrl} />
      {refused && <ErrorNote fault={refused} />}
      <Button class="primary" onClick={use} text="Use this server" />
    </>
  );
}

function Ask({ server: { engine, url, profile } }: { readonly server: RoadServer }) {
  const [key, setKey] = useState('');
  const [progress, setProgress] = useState<string | undefined>(undefined);
  const [refused, setRefused] = useState<Fault | undefined>(undefined);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const instance = validity.value.state === 'valid' ? validity.value.instance : undefined;
  const current = outdated.value ? undefined : plan.value;
  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    stop.current = new AbortController();
    setRefused(undefined);
    setProgress('waiting for the server');
    await work(stop.current.signal).catch((error) => setRefused(faultOf(error)));
    setProgress(undefined);
  };
  const measure = () =>
    run(async (signal) => {
      if (!instance) return;
      const { measureRoads, openServer } = await loadRoadTools();
      const found = await measureRoads(instance, await openServer(engine, { url, key }, { profile }), {
        signal,
        onProgress: ({ done, of }) => setProgress(`${done} of ${formatCount(of, 'request')} answered`),
      });
      change(() => draftOf(found.instance));
      closeDialog();
      tell(found.notes.length > 0 ? `On roads now. ${found.notes.join('. ')}` : 'Distances and times are those of roads now.', undoing);
    });
  const draw = () =>
    run(async (signal) => {
      if (!current) return;
      const { openServer, withRoadLines } = await loadRoadTools();
      const road = await openServer(engine, { url, key }, { profile });
      step({ plan: { ...current, solution: await withRoadLines(current.instance, current.solution, road, signal) } });
      closeDialog();
    });
  const places = instance ? instance.depots.length + instance.customers.length : 0;
  return (
    <>
      <p>
        The coordinates of {formatCount(places, 'place')} go to <strong>{url}</strong> ({profile}) when you press a button below. No names
        and no demands are sent, and no other host is asked.
      </p>
      {engine === 'openrouteservice' && <TextField label="Key of the server" value={key} onCommit={setKey} />}
      {refused && <ErrorNote fault={refused} />}
      {progress && <Note role="status" text={progress} />}
      <p class="row">
        <Button class="primary" disabled={!instance || progress !== undefined} onClick={measure} text="Measure distances and times" />
        <Button disabled={!current || progress !== undefined} onClick={draw} text="Draw the plan on roads" />
        {progress && <Button onClick={() => stop.current?.abort()} text="Cancel" />}
      </p>
      <Button
        class="small"
        disabled={progress !== undefined}
        onClick={() => nameHosts({ ...named.value, roads: undefined })}
        text="Use another server"
      />
    </>
  );
}
