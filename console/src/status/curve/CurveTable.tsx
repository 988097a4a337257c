import { useTranslation } from 'react-i18next';
import type { HistoryPartsFragment } from '../../api/generated/graphql.ts';
import { DrawnAsTable } from '../../ui/drawing/DrawnAsTable.tsx';
import { Quantity } from '../../ui/values/cells.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { toldIn } from './curve.ts';

interface Props {
  kind: 'battery_life_pct' | 'fill_level_pct';
  history: HistoryPartsFragment;
}

/** The figures of a curve. */
export function CurveTable({ kind, history }: Props) {
  const { t, i18n } = useTranslation('statusUpdates');
  return (
    <DrawnAsTable
      label={t(`kinds.${kind}`)}
      heads={[t('list.when'), t(`kinds.${kind}`)]}
      rows={toldIn(history).map(({ at, pct }) => {
        const value = pct === null ? t('kinds.emptying_detected') : <Quantity value={pct} unit="percent" />;
        return { id: `${at} ${pct}`, head: formatExact(at, i18n.language), cells: [value] };
      })}
    />
  );
}
