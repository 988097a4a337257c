import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useSearchParams } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { asOfKey } from '../../ui/values/as-of.ts';
import { CopyId } from '../../ui/values/CopyId.tsx';
import { Disclosure, PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconDelete, IconEdit, IconHistory, IconMore } from '../../ui/icons.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { actorName } from '../../ui/values/actor.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { Page } from '../../ui/page/Page.tsx';
import type { Crumb } from '../../ui/page/breadcrumbs.ts';
import { Tabs } from '../../ui/page/Tabs.tsx';
import type { Removal } from './DeleteRecord.tsx';
import classes from './RecordPage.module.css';
import { useMoment } from '../history/moment.ts';
import { MomentBanner } from '../history/MomentBanner.tsx';
import { rememberPage } from './recent.ts';
import { returnsHere } from '../use-leave.ts';
import { part } from '../../loading/part.ts';

const AsOfDialog = part(async () => (await import('../history/AsOfDialog.tsx')).AsOfDialog, null);
const DeleteRecord = part(async () => (await import('./DeleteRecord.tsx')).DeleteRecord, null);

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** A line of the summary. */
export interface Fact {
  /** Locale key suffix: `<name>:fields.<field>`. */
  readonly field: string;
  readonly value: ReactNode;
  /** A sentence, which takes the whole line. */
  readonly wide?: boolean;
}

interface Versioned {
  readonly id: string;
  readonly rowId: string;
  readonly updatedAt: string;
  readonly updatedBy?: string | null;
}

interface Props {
  name: string;
  record: Versioned;
  title: string;
  above: readonly Crumb[];
  /** The page's own step in the breadcrumb, where the title would repeat those above it. */
  here?: string | undefined;
  badge?: ReactNode;
  /** Address of the update form; absent for those who may not. */
  update?: string | undefined;
  /** Beside Modifică; at most two. */
  actions?: ReactNode;
  /** What is done rarely: links and buttons of class `panelItem`; Șterge comes after them. */
  menu?: ReactNode;
  /** How the record is deleted; absent for those who may not. */
  remove?: Removal | false | undefined;
  /** What is said before its facts: how it is now. */
  lead?: ReactNode;
  /** Where it stands: beside what leads the page, or else beside its facts. */
  place?: ReactNode;
  /** Facts that few ask for, by their fields: they are folded up, the record's id with them. All are shown when absent. */
  folded?: readonly string[];
  /** What is false or null is not for this viewer. */
  facts: readonly (Fact | false | null | undefined)[];
  /** What is false or null is not for this viewer. */
  tabs: readonly (Tab | false | null)[];
}

/** Pixels that what leads a page takes, about: its code may be under way. */
const leadHeight = 240;

const isShown = <Part,>(part: Part | false | null | undefined): part is Part =>
  part !== false && part !== null && part !== undefined;

/** A record: what it is, what can be done with it, and what belongs to it. The update form opens over it. */
export function RecordPage(props: Props) {
  const { name, record, title, above, here, badge, lead, place, folded, tabs } = props;
  const { t } = useTranslation([name, 'common']);
  const [removing, setRemoving] = useState(false);
  const [lookingBack, setLookingBack] = useState(false);
  const moment = useMoment();
  const isPast = moment.asOf !== null;
  const { id: account } = useViewer();
  const { pathname } = useLocation();

  useEffect(
    function comeBackHere() {
      // The update form opens over the record and is no place of its own.
      rememberPage(account, { to: pathname.replace(/\/update$/, ''), label: title });
    },
    [account, pathname, title],
  );

  const lines = props.facts.filter(isShown).map(({ field, ...fact }) => ({
    ...fact,
    label: t(`fields.${field}`),
    isFolded: folded?.includes(field) ?? false,
  }));
  const changed: Line = {
    label: t('common:fields.updatedAt'),
    value: (
      <>
        <Moment at={record.updatedAt} />
        {record.updatedBy && `, ${actorName(record.updatedBy, t)}`}
      </>
    ),
  };
  const id: Line = {
    label: t('common:fields.id'),
    value: <CopyId value={record.id} label={`${record.id.slice(0, 8)}…`} />,
  };
  const facts = <Facts lines={[...lines.filter(({ isFolded }) => !isFolded), changed, ...(folded ? [] : [id])]} />;
  // Nothing of the past can be changed.
  const { update, actions, menu, remove }: Partial<Props> = isPast ? {} : props;
  return (
    <>
      <Page
        title={title}
        above={above}
        here={here}
        beside={badge}
        actions={
          <>
            {actions}
            {update && (
              <Button
                component={Link}
                to={update}
                state={returnsHere}
                variant="default"
                aria-keyshortcuts="M"
                leftSection={<IconEdit size={16} aria-hidden />}
              >
                {t('common:actions.update')}
              </Button>
            )}
            {(menu || remove || moment.mayLookBack) && (
              <Disclosure
                button={(props) => (
                  <ActionIcon variant="default" size={36} aria-label={t('common:actions.more')} {...props}>
                    <IconMore size={18} aria-hidden />
                  </ActionIcon>
                )}
              >
                {menu}
                {moment.mayLookBack && (
                  <PanelButton icon={IconHistory} onClick={() => setLookingBack(true)}>
                    {t('common:asOf.open')}
                  </PanelButton>
                )}
                {remove && (
                  <PanelButton icon={IconDelete} danger onClick={() => setRemoving(true)}>
                    {t('common:actions.delete')}
                  </PanelButton>
                )}
              </Disclosure>
            )}
          </>
        }
      >
        <Stack gap="lg">
          <MomentBanner moment={moment} />
          <Placed place={place}>
            {lead ? <Suspense fallback={<Skeleton height={leadHeight} />}>{lead}</Suspense> : facts}
          </Placed>
          {lead && facts}
          {folded && (
            <details className={classes.folded}>
              <summary>{t('common:technical')}</summary>
              <Facts lines={[...lines.filter(({ isFolded }) => isFolded), id]} />
            </details>
          )}
          <RecordTabs tabs={tabs.filter(isShown)} />
        </Stack>
      </Page>
      {remove && removing && (
        <DeleteRecord record={record} label={title} removal={remove} onClose={() => setRemoving(false)} />
      )}
      {lookingBack && <AsOfDialog onClose={() => setLookingBack(false)} />}
      {!isPast && <Outlet context={record} />}
    </>
  );
}

function Placed({ place, children }: { place: ReactNode; children: ReactNode }) {
  return place ? (
    <div className={classes.placed}>
      {children}
      <Suspense fallback={<Skeleton height={leadHeight} />}>{place}</Suspense>
    </div>
  ) : (
    children
  );
}

function RecordTabs({ tabs }: { tabs: readonly Tab[] }) {
  const [first] = tabs;
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('tab');
  const asOf = parameters.get(asOfKey);
  const open = tabs.find(({ id }) => id === asked) ?? first;
  if (!open) {
    return null;
  }
  return (
    // A list's words, order and cursor mean nothing to the list in another tab; the moment does.
    <Tabs
      tabs={tabs}
      open={open.id}
      onOpen={(id) =>
        setParameters(
          { ...(id !== first?.id && { tab: id }), ...(asOf !== null && { [asOfKey]: asOf }) },
          { preventScrollReset: true },
        )
      }
    >
      <Suspense fallback={<LoadingScreen />}>{open.content}</Suspense>
    </Tabs>
  );
}

interface Line {
  /** What it is, as people call it. */
  readonly label: string;
  readonly value: ReactNode;
  /** A sentence, which takes the whole line. */
  readonly wide?: boolean | undefined;
}

/** What a record is, each thing beside its name. */
function Facts({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className={classes.facts}>
      {lines.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
