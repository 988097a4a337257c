import { text, type ExpectedOperation } from './expected-operation.ts';
import type { ExpectedType } from './expected-type.ts';

/** One map for all orgs, from whoever looks after the installation. */
const maps = { who: 'R', because: 'The map is of the whole installation', elsewhere: 'same' } as const;

export const mapMutations: Readonly<Record<string, ExpectedOperation>> = {
  startMapUpload: { ...maps, ask: () => 'startMapUpload(name: "town.pmtiles", bytes: 1000)' },
  addMapUploadPart: {
    ...maps,
    ask: ({ mapUploadId }) => `addMapUploadPart(id: ${text(mapUploadId)}, number: 0, part: $file)`,
    upload: true,
    judged: true,
  },
  finishMapUpload: { ...maps, ask: ({ mapUploadId }) => `finishMapUpload(id: ${text(mapUploadId)})`, judged: true },
  removeMapFile: { ...maps, ask: () => 'removeMapFile' },
};

const { who, because } = maps;
export const mapTypes: Readonly<Record<string, ExpectedType>> = {
  MapFile: {
    who,
    because,
    plain: 'bytes east id maxZoom minZoom name north south uploadedBy usedSince west',
  },
  MapSettings: { who, because, plain: 'file isNamedByOperator maxBytes' },
  MapUpload: { who, because, plain: 'id partBytes' },
};
