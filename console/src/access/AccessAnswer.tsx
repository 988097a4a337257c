import { useQuery } from '@apollo/client/react';
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../api/failure.ts';
import type { MayOpenQuery } from '../api/generated/graphql.ts';
import { recordPath } from '../paths.ts';
import { ListFailed } from '../resource/ListEmpty.tsx';
import { IconNormal, IconOff } from '../ui/icons.ts';
import { LoadingScreen } from '../ui/LoadingPage.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { MayOpenDocument } from './access.graphql.ts';
import classes from './Access.module.css';
import { OnLock } from './OnLock.tsx';

interface Props {
  cardId: string;
  containerId: string;
}

/** Whether a card opens a container, by which rules, and what the lock itself believes: what people call about (domain.md, "Who opens what"). */
export function AccessAnswer({ cardId, containerId }: Props) {
  const { data, error, refetch } = useQuery(MayOpenDocument, {
    variables: { cardId, containerId },
    fetchPolicy: 'network-only',
  });
  if (error) {
    return <ListFailed failure={describeFailure(error)} permission="card:read" onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <LoadingScreen />;
  }
  return (
    <>
      <Decision decision={data.mayOpen} />
      <OnLock onLock={data.mayOpen.onLock} />
    </>
  );
}

function Decision({ decision: { allowed, reasons } }: { decision: MayOpenQuery['mayOpen'] }) {
  const { t } = useTranslation('access');
  return (
    <Alert
      color={allowed ? 'green' : 'red'}
      icon={allowed ? <IconNormal aria-hidden /> : <IconOff aria-hidden />}
      title={t(allowed ? 'yes' : 'no')}
      role="status"
    >
      <ol className={classes.reasons}>
        {reasons.map(({ rule, holds, via }) => (
          <li key={rule}>
            {holds ? <IconNormal size={16} aria-hidden /> : <IconOff size={16} aria-hidden />}
            <span>
              <strong>{t(holds ? 'holds' : 'fails')}</strong> {t(`rules.${rule}`)}
              {via.length > 0 && (
                <Text component="span" fz="sm" display="block">
                  {via.map((record, index) => (
                    <span key={`${record.kind} ${record.id}`}>
                      {index > 0 && ' › '}
                      <Via record={record} />
                    </span>
                  ))}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Alert>
  );
}

function Via({ record: { kind, id, label } }: { record: { kind: string; id: string; label: string } }) {
  const path = recordPath(kind, id);
  return path ? <TextLink to={path}>{label}</TextLink> : <>{label}</>;
}
