import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page/Page.tsx';
import type { Crumb } from '../../ui/page/breadcrumbs.ts';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { markSaved } from '../flash.ts';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { useIsHere, useLeave } from '../use-leave.ts';

interface Props<Values extends object, Output extends object> extends Pick<
  RecordFormProps<Values, Output>,
  'name' | 'schema' | 'initial' | 'secret' | 'children'
> {
  above: readonly Crumb[];
  /** @returns the id of the new record. */
  create: (output: Output) => Promise<string>;
  viewOf: (id: string) => string;
  /** Where Renunță leads when the page was opened by its address. */
  fallback: string;
}

/** The page on which a record is made. Opened from a related list it returns there; otherwise it goes to the new record. */
export function CreateScreen<Values extends object, Output extends object>(props: Props<Values, Output>) {
  const { name, above, schema, initial, secret, create, viewOf, fallback, children } = props;
  const { t } = useTranslation([name, 'common']);
  const client = useApolloClient();
  const navigate = useNavigate();
  const leave = useLeave();
  const isHere = useIsHere();
  const related = (useLocation().state as { related?: boolean } | null)?.related === true;
  const created = useRef<string>(undefined);
  const title = useScreenTitle();
  // What it is made for, as of an apartment its entrance: for another there is another form.
  const [parameters] = useSearchParams();
  const madeFor = Object.keys(initial);
  const key = madeFor.map((field) => parameters.get(field)).join(' ');

  async function save(output: Output): Promise<boolean> {
    created.current = await create(output);
    return true;
  }

  function handleSaved(isShown: boolean) {
    const id = created.current;
    if (id === undefined) {
      return;
    }
    markSaved(id);
    notifySuccess(t('created'));
    void client.refetchQueries({ include: 'active' });
    if (!isShown) {
      return;
    }
    if (related) {
      leave(fallback);
    } else if (isHere()) {
      void navigate(viewOf(id), { replace: true });
    }
  }

  return (
    <Page title={title} above={above}>
      <RecordForm
        key={key}
        openBy={madeFor}
        name={name}
        schema={schema}
        initial={initial}
        secret={secret}
        save={save}
        onSaved={handleSaved}
        onCancel={() => leave(fallback)}
      >
        {children}
      </RecordForm>
    </Page>
  );
}
