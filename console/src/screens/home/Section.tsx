import { Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outdated } from '../../crud/list/Outdated.tsx';

interface Props {
  title: string;
  id: string;
  children: ReactNode;
}

/** A part of home under its title. */
export function Section({ title, id, children }: Props) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface AnsweredProps<Data> {
  answer: { readonly data?: Data | undefined; readonly error?: unknown; readonly refetch: () => unknown };
  /** Pixels that the answer will take, about. */
  height: number;
  children: (data: Data) => ReactNode;
}

/**
 * What an answer says; while it is on its way its room. When it fails, the reason and another try for it alone, over what was known
 * before.
 */
export function Answered<Data>({ answer: { data, error, refetch }, height, children }: AnsweredProps<Data>) {
  const { t } = useTranslation();
  return (
    <>
      <Outdated error={error} refetch={refetch} />
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && (
        <Skeleton height={height} role="status" aria-label={t('loading.screen')} />
      )}
    </>
  );
}
