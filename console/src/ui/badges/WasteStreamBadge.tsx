import { useTranslation } from 'react-i18next';
import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { IconBiodegradable, IconGlass, IconPaper, IconPlastic, IconResidual } from '../icons.ts';
import classes from './WasteStreamBadge.module.css';

const icons = {
  paper_cardboard: IconPaper,
  plastic_metal: IconPlastic,
  glass: IconGlass,
  biodegradable: IconBiodegradable,
  residual: IconResidual,
} as const satisfies Record<WasteStream, unknown>;

/** What goes into a container, as the bins in Romania have it: its colour, an icon and the word. */
export function WasteStreamBadge({ stream }: { stream: WasteStream }) {
  const { t } = useTranslation();
  const Icon = icons[stream];
  const word = t(`values.wasteStream.${stream}`);
  return (
    <span className={classes.stream} data-stream={stream} title={word}>
      <Icon size={14} aria-hidden />
      <span>{word}</span>
    </span>
  );
}
