import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, type RangeResponse } from 'pmtiles';
import { wordsAndLinks } from './attribution.ts';

/** One PMTiles file, served by Noa to who is signed in. */
export interface Streets {
  /** Path of its address. */
  readonly url: string;
  /** The access token as it is now: it is renewed while the map stands. */
  readonly token: () => string;
}

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

/** Says with each request who asks. */
class SignedInSource extends FetchSource {
  readonly #token: () => string;

  constructor({ url, token }: Streets) {
    super(url);
    this.#token = token;
  }

  override getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    this.setHeaders(new Headers({ authorization: `bearer oidc~${this.#token()}` }));
    return super.getBytes(offset, length, signal, etag);
  }
}

/** The file as a source of the map's style; of it only those parts are loaded that are looked at. */
export function openStreets(streets: Streets): VectorSourceSpecification {
  protocol.add(new PMTiles(new SignedInSource(streets)));
  return { type: 'vector', url: `pmtiles://${streets.url}` };
}
