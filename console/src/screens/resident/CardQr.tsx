import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import classes from './Resident.module.css';

/** Modules of quiet around the code, without which readers do not find it. */
const border = 4;

/** A card's code for a reader's camera; dark on white in either colour scheme, as readers expect it. */
export function CardQr({ code }: { code: string }) {
  const { t } = useTranslation('resident');
  const { path, size } = useMemo(() => {
    const { data, size: modules } = encode(code, { ecc: 'M', border });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(''), size: modules };
  }, [code]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('cards.qrLabel', { card: code })}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
