/** What a zip archive says that it unpacks to, so that a small file cannot fill the memory. */

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
/** Sizes of the record at the end and of an entry of the directory, without their texts. */
const endSize = 22;
const entrySize = 46;
const longestComment = 0xffff;

/** Bytes of all files together, as the directory at its end tells; undefined where there is none. */
export function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - endSize;
  const earliest = Math.max(0, end - longestComment);
  while (end >= earliest && view.getUint32(end, true) !== endMark) end--;
  if (end < earliest || end < 0) return undefined;
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let entries = view.getUint16(end + 10, true); entries > 0; entries--) {
    if (at + entrySize > bytes.length || view.getUint32(at, true) !== entryMark) return undefined;
    total += view.getUint32(at + 24, true);
    at += entrySize + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}
