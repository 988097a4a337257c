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
  return (
    <>
      {formats.map((format) => (
        <ExportButton
          key={format}
          name={name}
          input={input}
          format={format}
          disabledBecause={rowCount > 0 ? undefined : t('empty.title')}
        />
      ))}
      <ScheduleButton name={name} input={input} />
    </>
  );
}
