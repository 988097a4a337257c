import { useTranslation } from 'react-i18next';
import type { ReportInput } from '../../api/generated/graphql.ts';
import { ExportButton } from './ExportButton.tsx';
import { ScheduleButton } from './ScheduleButton.tsx';

const formats = ['CSV', 'XLSX'] as const;

interface Props {
  name: string;
  input: ReportInput;
  rowCount: number;
}

/** What can be done with the report as it is asked. */
export function ReportActions({ name, input, rowCount }: Props) {
  const { t } = useTranslation('reports');
  const disabledBecause = rowCount > 0 ? undefined : t('empty.title');
  return (
    <>
      {[false, true].flatMap((ofRecords) =>
        formats.map((format) => (
          <ExportButton
            key={`${format} ${ofRecords}`}
            name={name}
            input={input}
            format={format}
            ofRecords={ofRecords}
            disabledBecause={disabledBecause}
          />
        )),
      )}
      <ScheduleButton name={name} input={input} />
    </>
  );
}
