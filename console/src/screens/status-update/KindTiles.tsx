import { useTranslation } from 'react-i18next';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { fieldId } from '../../crud/form/use-validated-form.ts';
import {
  IconBattery,
  IconBatteryCondition,
  IconEmptying,
  IconFillClosed,
  IconFillLevel,
  IconInstallation,
  IconMaintenance,
  IconServicing,
} from '../../ui/icons.ts';
import classes from './StatusUpdate.module.css';

/** What a technician may tell of; which list a lock has, only the lock knows. */
const icons = {
  fill_level_pct: IconFillLevel,
  emptying_detected: IconEmptying,
  fill_closed: IconFillClosed,
  battery_life_pct: IconBattery,
  battery_life_status: IconBatteryCondition,
  servicing: IconServicing,
  preventive_maintenance: IconMaintenance,
  installation: IconInstallation,
} as const satisfies Partial<Record<StatusUpdateKind, unknown>>;

const kinds = Object.keys(icons) as (keyof typeof icons)[];

interface Props {
  value: StatusUpdateKind | null;
  onChange: (kind: StatusUpdateKind) => void;
  error: string | undefined;
}

/** The kinds as tiles, of which one is chosen. */
export function KindTiles({ value, onChange, error }: Props) {
  const { t } = useTranslation('statusUpdates');
  return (
    <fieldset className={classes.kinds} aria-describedby={error && 'kind-error'}>
      <legend>{t('fields.kind')}</legend>
      <div className={classes.tiles}>
        {kinds.map((kind, index) => {
          const Icon = icons[kind];
          return (
            <label key={kind} className={classes.tile}>
              <input
                type="radio"
                name="kind"
                id={index === 0 ? fieldId('kind') : undefined}
                className="visually-hidden"
                checked={value === kind}
                onChange={() => onChange(kind)}
              />
              <Icon size={22} aria-hidden />
              <span>{t(`kinds.${kind}`)}</span>
            </label>
          );
        })}
      </div>
      {error && (
        <p id="kind-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
