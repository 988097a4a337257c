import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ReportInput } from '../../api/generated/graphql.ts';
import { phone, useViewport } from '../../ui/preferences.ts';
import { useViewer } from '../../session/viewer.ts';
import { Disclosure, PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconDownload, IconKeep, IconMore, IconPrint, IconSend } from '../../ui/icons.ts';
import { exportFormats, useExport } from './use-export.ts';
import { part } from '../../loading/part.ts';
import { useFormAddress } from '../../crud/form/use-form-address.ts';
import type { Preset } from './question/period.ts';
import { scheduleKey } from './schedules/schedule-key.ts';

const ScheduleForm = part(async () => (await import('./schedules/ScheduleForm.tsx')).ScheduleForm, null);
const KeepReport = part(async () => (await import('./kept/KeepReport.tsx')).KeepReport, null);

interface Props {
  name: string;
  input: ReportInput;
  /** Null for days of its own. */
  preset: Preset | null;
  /** Undefined until it is known. */
  rowCount: number | undefined;
}

/** What can be done with the report as it is asked. */
export function ReportActions({ name, input, preset, rowCount }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const isPhone = useViewport(phone);
  const hasRows = rowCount !== undefined && rowCount > 0;
  const disabledBecause = hasRows ? undefined : t(rowCount === undefined ? 'common:loading.screen' : 'empty.title');
  return (
    <>
      {!isPhone &&
        exportFormats.map((format) => (
          <ExportButton key={format} name={name} input={input} format={format} disabledBecause={disabledBecause} />
        ))}
      <ScheduleButton name={name} input={input} preset={preset} />
      {/* Also before it is known whether there are rows, so that nothing moves when it is. */}
      {rowCount !== 0 && <MoreActions name={name} input={input} hasTables={isPhone} />}
    </>
  );
}

interface MoreProps extends Omit<Props, 'preset' | 'rowCount'> {
  /** The tables are taken away from here: on a phone the answer is nearer without a button for each. */
  hasTables: boolean;
}

function MoreActions({ name, input, hasTables }: MoreProps) {
  const { t } = useTranslation(['reports', 'common']);
  const viewer = useViewer();
  const { takeAway, loading } = useExport(name, input);
  const [keeping, setKeeping] = useState(false);
  return (
    <>
      <Disclosure
        button={(props) => (
          <ActionIcon variant="default" size={36} loading={loading} aria-label={t('common:actions.more')} {...props}>
            <IconMore size={18} aria-hidden />
          </ActionIcon>
        )}
      >
        {viewer.may('report:keep') && (
          <PanelButton icon={IconKeep} onClick={() => setKeeping(true)}>
            {t('kept.keep')}
          </PanelButton>
        )}
        {hasTables &&
          exportFormats.map((format) => (
            <PanelButton key={format} icon={IconDownload} onClick={() => takeAway(format)}>
              {t('export', { format })}
            </PanelButton>
          ))}
        <PanelButton icon={IconPrint} onClick={() => globalThis.print()}>
          {t('print.action')}
        </PanelButton>
        {exportFormats.map((format) => (
          <PanelButton key={format} icon={IconDownload} onClick={() => takeAway(format, true)}>
            {t('records.export', { format })}
          </PanelButton>
        ))}
      </Disclosure>
      {keeping && <KeepReport name={name} input={input} onClose={() => setKeeping(false)} />}
    </>
  );
}

/** Has the report sent by e-mail time and again, as it is asked. */
function ScheduleButton({ name, input, preset }: Omit<Props, 'rowCount'>) {
  const { t } = useTranslation('reports');
  const viewer = useViewer();
  const { asked, open, close } = useFormAddress(scheduleKey);
  if (!viewer.may('reportSchedule:keep')) {
    return null;
  }
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => open('new')}>
        {t('byEmail')}
      </Button>
      {asked !== null && <ScheduleForm name={name} input={input} preset={preset} onClose={close} />}
    </>
  );
}

interface ExportButtonProps extends Pick<MoreProps, 'name' | 'input'> {
  format: ExportFormat;
  /** Why there is nothing to export. */
  disabledBecause: string | undefined;
}

/** The key of each format. */
const exportKeys = { CSV: 'V', XLSX: 'X' } as const satisfies Record<ExportFormat, string>;

/** Lets the whole table be taken away. */
function ExportButton({ name, input, format, disabledBecause }: ExportButtonProps) {
  const { t } = useTranslation('reports');
  const { takeAway, loading } = useExport(name, input);
  return (
    <Button
      variant="default"
      aria-keyshortcuts={exportKeys[format]}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={loading}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      onClick={() => takeAway(format)}
    >
      {t('export', { format })}
    </Button>
  );
}
