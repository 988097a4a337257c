import { useTranslation } from 'react-i18next';
import { None } from './cells.tsx';
import { coordinateDigits, formatNumber } from './format.ts';

interface Props {
  /** Degrees, WGS 84; both or neither. */
  lat: number | null | undefined;
  lng: number | null | undefined;
}

/** A point on the map, in figures. */
export function Coordinates({ lat, lng }: Props) {
  const { i18n } = useTranslation();
  if (typeof lat !== 'number' || typeof lng !== 'number') {
    return <None />;
  }
  return <>{[lat, lng].map((degrees) => formatNumber(degrees, i18n.language, coordinateDigits)).join('; ')}</>;
}
