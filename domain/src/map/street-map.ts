/** Layers of the Protomaps basemap that the map is drawn from: a file without them would show a map with holes. */
export const streetMapLayers = ['earth', 'landuse', 'water', 'buildings', 'roads', 'places'] as const;

/** Bytes of a file that are sent at once; the last part may be shorter. */
export const mapPartBytes = 4 * 1024 * 1024;

/** Letters that the name of a file may have. */
export const mapNameLength = 200;
