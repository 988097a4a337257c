import { Button } from '@mantine/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { permissions, rolesWith, type Permission } from '@noa/domain/permissions.ts';
import { failureText, type Failure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { part } from '../../loading/part.ts';
import { useViewer } from '../../session/viewer.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconFailed, IconForbidden, IconNone, IconSearch } from '../../ui/icons.ts';

// Few addresses lead nowhere.
const NothingHere = part(async () => (await import('../view/NothingHere.tsx')).NothingHere, null);

interface EmptyProps {
  name: string;
  narrowed: boolean;
  imported: boolean;
  add: ReactNode;
  onReset: () => void;
}

/** Nothing matches, or nothing is there yet. */
export function ListEmpty({ name, narrowed, imported, add, onReset }: EmptyProps) {
  const { t } = useTranslation([name, 'common']);
  const viewer = useViewer();
  if (narrowed) {
    return (
      <EmptyState
        icon={IconSearch}
        title={t('common:list.noMatch')}
        actions={<Button onClick={onReset}>{t('common:actions.resetFilters')}</Button>}
      />
    );
  }
  const mayImport = imported && viewer.may('import:run');
  return (
    <EmptyState
      icon={IconNone}
      title={t('empty.title')}
      actions={
        <>
          {add}
          {mayImport && (
            <Button component={Link} to={paths.import} variant="default">
              {t('common:actions.import')}
            </Button>
          )}
        </>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

interface FailedProps {
  failure: Failure;
  permission: Permission;
  /** Where one goes from what is not there; to ask for that once more would give nothing else. */
  list?: string | undefined;
  onRetry: () => void;
}

/** Not allowed, with the roles that are; not there, with what one may do instead; or failed, with another try. */
export function ListFailed({ failure, permission, list, onRetry }: FailedProps) {
  const { t } = useTranslation();
  if (failure.code === 'Forbidden') {
    // What is missing may be for a filter or an order alone: an address that somebody else has sent.
    const missing = permissions.find((known) => known === failure.extensions['permission']);
    return missing && missing !== permission ? (
      <NotAllowed permission={missing} text="notAllowed.asked" />
    ) : (
      <NotAllowed permission={permission} />
    );
  }
  if (failure.code === 'NotFound') {
    return (
      <NothingHere
        title={t('failure.NotFound')}
        actions={
          list !== undefined && (
            <Button component={Link} to={list} variant="default">
              {t('actions.back')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconFailed}
      title={t('failure.title')}
      actions={<Button onClick={onRetry}>{t('actions.retry')}</Button>}
    >
      {failureText(t, failure)}
      {failure.correlationId && ` ${t('correlationId')} ${failure.correlationId}`}
    </EmptyState>
  );
}

/** Says which roles may do what the viewer may not; of residents nothing, who are shown none of these screens whatever they may read. */
export function NotAllowed({
  permission,
  text = 'notAllowed.text',
}: {
  permission: Permission;
  text?: 'notAllowed.text' | 'notAllowed.asked';
}) {
  const { t, i18n } = useTranslation();
  const roles = rolesWith(permission).flatMap((role) => (role === 'ara_user' ? [] : t(`roles.${role}`)));
  return (
    <EmptyState icon={IconForbidden} title={t('notAllowed.title')}>
      {t(text, { roles: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(roles) })}
    </EmptyState>
  );
}
