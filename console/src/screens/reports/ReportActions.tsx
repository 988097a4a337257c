import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportInput } from '../../api/generated/graphql.ts';
import { phone } from '../../ui/preferences.ts';
import { useViewer } from '../../session/viewer.ts';
import { Disclosure, PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconDownload, IconKeep, IconMore, IconPrint } from '../../ui/icons.ts';
import { ExportButton } from './ExportButton.tsx';
import { ScheduleButton } from './schedules/ScheduleButton.tsx';
import { exportFormats, useExport } from './use-export.ts';
import { part } from '../../loading/part.ts';

const KeepReport = part(async () => (await import('./kept/KeepReport.tsx')).KeepReport);

interface Props {
  name: string;
  input: ReportInput;
  /** Undefined until it is known. */
  rowCount: number | undefined;
}

/** What can be done with the report as it is asked. */
export function ReportActions({ name, input, rowCount }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const hasRows = rowCount !== undefined && rowCount > 0;
  const disabledBecause = hasRows ? undefined : t(rowCount === undefined ? 'common:loading.screen' : 'empty.title');
  return (
    <>
      {!isPhone &&
        exportFormats.map((format) => (
          <ExportButton key={format} name={name} input={input} format={format} disabledBecause={disabledBecause} />
        ))}
      <ScheduleButton name={name} input={input} />
      {/* Also before it is known whether there are rows, so that nothing moves when it is. */}
      {rowCount !== 0 && <MoreActions name={name} input={input} hasTables={isPhone} />}
    </>
  );
}

interface MoreProps extends Omit<Props, 'rowCount'> {
  /** The tables are taken away from here: on a phone the answer is nearer without a button for each. */
  hasTables: boolean | undefined;
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
            <PanelButton key={format} icon={IconDownload} onClick={() => void takeAway(format)}>
              {t('export', { format })}
            </PanelButton>
          ))}
        <PanelButton icon={IconPrint} onClick={() => globalThis.print()}>
          {t('print.action')}
        </PanelButton>
        {exportFormats.map((format) => (
          <PanelButton key={format} icon={IconDownload} onClick={() => void takeAway(format, true)}>
            {t('records.export', { format })}
          </PanelButton>
        ))}
      </Disclosure>
      {keeping && (
        <Suspense fallback={null}>
          <KeepReport name={name} input={input} onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </>
  );
}
