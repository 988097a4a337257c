import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { StatusUpdateForm } from './StatusUpdateForm.tsx';

/** What a technician saw or did, container by container; `?container=` says at which one. */
export function Component() {
  const { t } = useTranslation('containers');
  const [parameters, setParameters] = useSearchParams();
  const title = useScreenTitle();
  return (
    <Page title={title} above={[{ label: t('title'), to: paths.containers.list }]}>
      <StatusUpdateForm
        containerId={parameters.get('container')}
        onContainer={(container) =>
          setParameters(container === null ? {} : { container }, { replace: true, preventScrollReset: true })
        }
      />
    </Page>
  );
}
