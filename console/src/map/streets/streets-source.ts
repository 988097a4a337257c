import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { wordsAndLinks } from './attribution.ts';
import { SignedInSource, type Streets } from './signed-in-source.ts';

/** With what the file says of itself: by whom it was made is shown on the map. */
const protocol = new Protocol({ metadata: true });
addProtocol('pmtiles', async (request, abort) => {
  const { data } = await protocol.tile(request, abort);
  if (request.type !== 'json') {
    return { data: data as Uint8Array };
  }
  const about = data as { readonly attribution?: unknown };
  return { data: { ...about, attribution: wordsAndLinks(about.attribution) } };
});

/** The file as a source of the map's style; of it only those parts are loaded that are looked at. */
export function openStreets(streets: Streets): VectorSourceSpecification {
  protocol.add(new PMTiles(new SignedInSource(streets)));
  return { type: 'vector', url: `pmtiles://${streets.url}` };
}
