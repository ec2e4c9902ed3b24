/** CRC-32 (ISO 3309, as in zip and PNG), to find wrong bytes in data files. */

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) crc = (crc >>> 8) ^ table[(crc ^ bytes[k]) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}
