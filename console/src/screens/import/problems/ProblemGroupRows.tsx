import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/values/format.ts';
import type { ProblemGroup } from './group-problems.ts';
import classes from '../Import.module.css';
import { useProblemProposal } from './problem-proposal.ts';
import { useProblemReason } from '../problem-reason.ts';

/** Rows shown of a group before more are asked for. */
const rowsAtFirst = 5;

/** What is wrong in one column for one reason, what may be done about it, and the rows that have it. */
export function ProblemGroupRows({ kind, group: { first, problems } }: { kind: string; group: ProblemGroup }) {
  const { t, i18n } = useTranslation('import');
  const [isOpen, setIsOpen] = useState(false);
  const reasonOf = useProblemReason(kind);
  const proposal = useProblemProposal(kind)(first);
  const shown = isOpen ? problems : problems.slice(0, rowsAtFirst);
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={3}>
          {first.isWarning && `${t('warnings.mark')} `}
          {reasonOf({ ...first, otherRow: null, proposals: [] })}
          <Text span fz="sm" c="dimmed">
            {' · '}
            {t('problems.rows', { count: problems.length, shown: formatNumber(problems.length, i18n.language) })}
          </Text>
          {proposal && (
            <Text fz="sm" className={classes.proposal}>
              {proposal}
            </Text>
          )}
        </th>
      </tr>
      {shown.map(({ rowNumber, value, otherRow, proposals }) => (
        <tr key={`${rowNumber} ${otherRow}`}>
          <td data-numeric>{formatNumber(rowNumber, i18n.language)}</td>
          <td>{value || t('problems.nothing')}</td>
          <td>
            {otherRow && t('problems.see', { row: formatNumber(otherRow, i18n.language) })}
            {proposals.length > 0 && t('problems.candidates', { list: proposals.join('; ') })}
          </td>
        </tr>
      ))}
      {shown.length < problems.length && (
        <tr>
          <td />
          <td colSpan={2}>
            <Anchor component="button" type="button" fz="sm" onClick={() => setIsOpen(true)}>
              {t('problems.all', { count: problems.length, shown: formatNumber(problems.length, i18n.language) })}
            </Anchor>
          </td>
        </tr>
      )}
    </tbody>
  );
}
