/** Maps as files: the extension decides between SVG and PNG. */
import { extname } from 'node:path';
import { saveBytes, saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { renderPng, requireRenderer } from '../report/png.ts';

/** Throws before any work is done if the map cannot be written. `option` names the option of the path. */
export function mapKind(path: string, option?: string): 'svg' | 'png' {
  const extension = extname(path).toLowerCase();
  if (extension === '.svg') return 'svg';
  if (extension === '.png') {
    requireRenderer();
    return 'png';
  }
  throw new NeoLrpError('E_USAGE', `a map is written as .svg or .png, not '${path}'`, { field: option, value: path });
}

export function saveMap(path: string, svg: string): Promise<void> {
  return mapKind(path) === 'png' ? saveBytes(path, renderPng(svg)) : saveText(path, svg);
}
