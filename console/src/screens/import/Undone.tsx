import { Alert, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import type { Job } from './JobView.tsx';

type Kept = NonNullable<Job['undo']>['records'][number];

const viewOf = ({ kind, id }: Kept): string | undefined => {
  const found = (paths as Readonly<Record<string, unknown>>)[`${kind}s`];
  return (found as { view?: (id: string) => string } | undefined)?.view?.(id);
};

/** What undoing an import did, and which records stay as they are. */
export function Undone({ undo }: { undo: NonNullable<Job['undo']> }) {
  const { t, i18n } = useTranslation(['import', 'common']);
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Stack gap="sm">
      <Alert color="green" role="status" title={t('undo.done')}>
        {t('undo.counts', { removed: number(undo.removed), restored: number(undo.restored), kept: number(undo.kept) })}
      </Alert>
      {undo.records.length > 0 && (
        <>
          <Text fw={500}>{t('undo.kept')}</Text>
          <List>
            {undo.records.map((each) => {
              const view = viewOf(each);
              return (
                <List.Item key={`${each.kind} ${each.id}`}>
                  {view ? (
                    <TextLink inSentence to={view}>
                      {each.label || each.id}
                    </TextLink>
                  ) : (
                    each.label || each.id
                  )}
                  {`: ${t(`undo.reasons.${each.reason}`)}`}
                </List.Item>
              );
            })}
          </List>
        </>
      )}
    </Stack>
  );
}
