import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pickers } from '../../pickers/pickers.ts';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { useDefaultOrg } from '../../session/default-org.ts';
import { useViewer } from '../../session/viewer.ts';

/** With which org create forms start; whoever belongs to one only has nothing to choose. */
export function DefaultOrg() {
  const { t } = useTranslation('settings');
  const { orgs, roles } = useViewer();
  const [orgId, setOrgId] = useDefaultOrg();
  if (orgs.length < 2 && !roles.includes('root')) {
    return null;
  }
  return (
    <Box maw={480}>
      <RecordSelect
        picker={pickers.org}
        label={t('defaultOrg.label')}
        description={t('defaultOrg.hint')}
        value={orgId}
        onChange={setOrgId}
      />
    </Box>
  );
}
