import type { TFunction } from 'i18next';
import { streetMapLayers } from '@noa/domain/map/street-map.ts';
import { describeFailure } from '../../../api/failure.ts';

/** A size as people say it: `4,2 MB`. */
export const sizeText = (t: TFunction, language: string, bytes: number): string =>
  t('settings:map.megabytes', {
    value: (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 }),
  });

/** What is wrong with a file, in words; undefined where the file is not what failed. */
export function mapTrouble(t: TFunction, language: string, error: unknown, maxBytes: number): string | undefined {
  const { fields, extensions } = describeFailure(error);
  const key = fields['file'] ?? fields['part'] ?? fields['number'];
  if (!key?.startsWith('mapFile.')) {
    return undefined;
  }
  const missing = Array.isArray(extensions['layers']) ? extensions['layers'] : [];
  const layers = streetMapLayers
    .filter((each) => missing.includes(each))
    .map((each) => t(`settings:map.layers.${each}`));
  return t(`settings:${key}`, {
    layers: new Intl.ListFormat(language).format(layers),
    size: sizeText(t, language, maxBytes),
  });
}
