/** Files for the user to keep. */
import type { SourceFile } from '../../../src/page.ts';

export function download(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has the content.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function downloadAll(files: readonly SourceFile[]): void {
  for (const { name, text } of files) download(name, text);
}

/** An SVG drawing as PNG, at twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser could not draw the picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
