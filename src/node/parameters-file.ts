/** Parameters of the search from a JSON file. */
import { Source } from '../formats/source.ts';
import { type SearchParameters, type SearchParametersInput, searchParameters } from '../search/parameters.ts';
import { loadSources } from './files.ts';

export async function loadParameters(path: string): Promise<SearchParameters> {
  const [file] = await loadSources(path);
  const source = new Source(file);
  return source.locating(() => searchParameters(source.json as SearchParametersInput));
}
