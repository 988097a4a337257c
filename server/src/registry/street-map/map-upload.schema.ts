import { mapPartBytes } from '@noa/domain/map/street-map.ts';
import { builder } from '../../graphql/builder.ts';
import type { MapFileRow } from './map-upload.queries.ts';
import {
  addMapUploadPart,
  findMapSettings,
  finishMapUpload,
  removeMapFile,
  startMapUpload,
  type MapSettings,
} from './map-upload.service.ts';

const MapFile = builder.objectRef<MapFileRow>('MapFile').implement({
  description: 'The streets under the map of containers, in one PMTiles file of this installation.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'As the file was called where it came from.' }),
    bytes: t.exposeInt('bytes'),
    usedSince: t.expose('used_since', { type: 'DateTime', nullable: true }),
    uploadedBy: t.exposeString('uploaded_by'),
    west: t.exposeFloat('west', { nullable: true, description: 'Degrees, as are the others.' }),
    south: t.exposeFloat('south', { nullable: true }),
    east: t.exposeFloat('east', { nullable: true }),
    north: t.exposeFloat('north', { nullable: true }),
    minZoom: t.exposeInt('min_zoom', { nullable: true }),
    maxZoom: t.exposeInt('max_zoom', { nullable: true }),
  }),
});

const MapSettingsType = builder.objectRef<MapSettings>('MapSettings').implement({
  description: 'What the map of containers is drawn on.',
  fields: (t) => ({
    file: t.expose('file', { type: MapFile, nullable: true, description: 'What was uploaded; null for nothing.' }),
    isNamedByOperator: t.exposeBoolean('isNamedByOperator', {
      description:
        'Whether whoever runs the server has named the ground (MAP_FILE, MAP_STYLE_URL): none is uploaded then.',
    }),
    maxBytes: t.exposeInt('maxBytes', { description: 'Bytes that a file may have.' }),
  }),
});

const MapUpload = builder.objectRef<MapFileRow>('MapUpload').implement({
  description: 'A file that is being sent, in parts.',
  fields: (t) => ({
    id: t.exposeID('id'),
    partBytes: t.int({ description: 'Bytes of each part but the last.', resolve: () => mapPartBytes }),
  }),
});

builder.queryField('mapSettings', (t) =>
  t.field({
    type: MapSettingsType,
    authScopes: { may: 'mapFile:read' },
    resolve: (_root, _args, context) => findMapSettings(context),
  }),
);

builder.mutationFields((t) => ({
  startMapUpload: t.field({
    type: MapUpload,
    description: 'Begins to take in another map; what the caller began before and did not finish is forgotten.',
    authScopes: { may: 'mapFile:write' },
    args: { name: t.arg.string({ required: true }), bytes: t.arg.int({ required: true }) },
    resolve: (_root, { name, bytes }, context) => startMapUpload(context, name, bytes),
  }),
  addMapUploadPart: t.field({
    type: MapUpload,
    authScopes: { may: 'mapFile:write' },
    args: {
      id: t.arg.id({ required: true }),
      number: t.arg.int({
        required: true,
        description: 'From 0 on; in any order, and again where its answer was lost.',
      }),
      part: t.arg({ type: 'Upload', required: true }),
    },
    resolve: (_root, { id, number, part }, context) => addMapUploadPart(context, id, number, part),
  }),
  finishMapUpload: t.field({
    type: MapSettingsType,
    description:
      'Looks through what was sent, and draws the map from it. `ValidationFailed` on `file` says what it lacks; layers by name in `layers`.',
    authScopes: { may: 'mapFile:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => finishMapUpload(context, id),
  }),
  removeMapFile: t.field({
    type: MapSettingsType,
    authScopes: { may: 'mapFile:write' },
    resolve: (_root, _args, context) => removeMapFile(context),
  }),
}));
