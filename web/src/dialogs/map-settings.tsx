/** What lies under the map: land and water that come with the page, or tiles from an address that the user names. */
import { useState } from 'preact/hooks';
import { type Fault, faultOf, requireTiles } from '../../../src/page.ts';
import { named, nameHosts } from '../solver/site.ts';
import { closeDialog } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNote } from '../ui/note.tsx';

export function MapDialog() {
  const { tiles } = named.value;
  const [url, setUrl] = useState(tiles?.url ?? '');
  const [attribution, setAttribution] = useState(tiles?.attribution ?? '');
  const [refused, setRefused] = useState<Fault | undefined>(undefined);
  const use = () => {
    try {
      nameHosts({ ...named.value, tiles: { url, attribution: attribution || requireTiles(url, 'tiles').host } });
    } catch (error) {
      setRefused(faultOf(error));
    }
  };
  return (
    <Modal title="Map" onClose={closeDialog}>
      <p>
        Coasts, borders, waters and towns come with the page. Tiles are fetched from the host that you name, which then sees what part of
        the world you look at.
      </p>
      <TextField label="Address of map tiles" placeholder="https://tiles.example/{z}/{x}/{y}.png" value={url} onCommit={setUrl} />
      <TextField label="Who is to be named for them" placeholder="© the mappers" value={attribution} onCommit={setAttribution} />
      {refused && <ErrorNote fault={refused} />}
      <p class="row">
        <Button class="primary" onClick={use} text="Use this address" disabled={url === ''} />
        <Button
          onClick={() => {
            nameHosts({ ...named.value, tiles: undefined });
            closeDialog();
          }}
          text="Use no tiles"
          disabled={tiles === undefined}
        />
      </p>
    </Modal>
  );
}
