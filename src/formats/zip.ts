/** Files of a zip archive, unpacked piece by piece: what the archive says of their sizes is not believed. */

/** Where a file begins in the archive, and how it is packed. */
export interface Packed {
  readonly method: number;
  readonly bytes: Uint8Array;
}

/** Records of an archive (PKWARE APPNOTE 4.3): their signatures, and their sizes without texts. */
const end = { mark: 0x06054b50, size: 22 } as const;
const end64 = { mark: 0x06064b50, size: 56 } as const;
const locator64 = { mark: 0x07064b50, size: 20 } as const;
const entry = { mark: 0x02014b50, size: 46 } as const;
const local = { mark: 0x04034b50, size: 30 } as const;
const longestComment = 0xffff;
/** Stands for a number that the record of 64 bits holds. */
const elsewhere = 0xffffffff;

/** Throws RangeError where the archive is broken. */
export function filesOf(bytes: Uint8Array): ReadonlyMap<string, Packed> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Packed>();
  let { at, left } = directory(view);
  for (; left > 0; left--) {
    requireMark(view, at, entry.mark);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = new TextDecoder().decode(part(bytes, at + entry.size, name));
    // Programs differ in which of two they read.
    if (files.has(path)) throw new RangeError('two files of the archive have the same name');
    const { size, start } = placeOf(view, at, at + entry.size + name, extra);
    requireMark(view, start, local.mark);
    const content = start + local.size + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    files.set(path, { method: view.getUint16(at + 10, true), bytes: part(bytes, content, size) });
    at += entry.size + name + extra + comment;
  }
  return files;
}

/** Where the directory begins, and how many files it lists. */
function directory(view: DataView): { at: number; left: number } {
  let at = view.byteLength - end.size;
  const earliest = Math.max(0, at - longestComment);
  while (at >= earliest && view.getUint32(at, true) !== end.mark) at--;
  if (at < earliest) throw new RangeError('the archive has no directory');
  const found = { at: view.getUint32(at + 16, true), left: view.getUint16(at + 10, true) };
  const locator = at - locator64.size;
  if (locator < 0 || view.getUint32(locator, true) !== locator64.mark) return found;
  const large = long(view, locator + 8);
  requireMark(view, large, end64.mark);
  return { at: long(view, large + 48), left: long(view, large + 32) };
}

/** Numbers that do not fit into an entry follow, in this order, in an extra field of their own. */
function placeOf(view: DataView, at: number, extraAt: number, extraSize: number): { size: number; start: number } {
  const [unpacked, size, start] = [24, 20, 42].map((offset) => view.getUint32(at + offset, true));
  let field = extraAt;
  while (field + 4 <= extraAt + extraSize && view.getUint16(field, true) !== 1) field += 4 + view.getUint16(field + 2, true);
  let next = field + 4;
  const whole = (value: number) => {
    if (value !== elsewhere || next + 8 > extraAt + extraSize) return value;
    next += 8;
    return long(view, next - 8);
  };
  whole(unpacked);
  return { size: whole(size), start: whole(start) };
}

const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

function requireMark(view: DataView, at: number, mark: number): void {
  if (view.getUint32(at, true) !== mark) throw new RangeError('a record of the archive is broken');
}

function part(bytes: Uint8Array, start: number, size: number): Uint8Array {
  if (start + size > bytes.length) throw new RangeError('the archive ends too early');
  return bytes.subarray(start, start + size);
}

/** Packed bytes taken at a time. They unpack to a thousand times as many at most. */
const step = 8192;

/** Hands out the content in pieces as it is unpacked, so that `onPiece` can stop it by an error. */
export async function unpack({ method, bytes }: Packed, onPiece: (piece: Uint8Array) => void): Promise<void> {
  if (method === 0) return onPiece(bytes);
  if (method !== 8) throw new RangeError('a file of the archive is packed in an unknown way');
  const { Inflate } = await import('fflate');
  const inflate = new Inflate(onPiece);
  for (let at = 0; at < bytes.length || at === 0; at += step) inflate.push(bytes.subarray(at, at + step), at + step >= bytes.length);
}
