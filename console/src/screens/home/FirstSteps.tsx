import { Anchor, List, Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';

/** What to do in a console without data. */
export function FirstSteps() {
  const { t } = useTranslation('home');
  const viewer = useViewer();
  const steps = [
    { name: 'import', to: paths.import, allowed: viewer.may('import:run') },
    { name: 'accessGroups', to: paths.accessGroups.list, allowed: viewer.may('accessGroup:write') },
    { name: 'cards', to: paths.cards.create, allowed: viewer.may('card:write') },
  ];
  return (
    <Paper withBorder p="md">
      <Title order={2} fz="md" mb="xs">
        {t('firstSteps.title')}
      </Title>
      <List type="ordered" spacing="xs">
        {steps.map(({ name, to, allowed }) => (
          <List.Item key={name}>
            {allowed ? (
              <Anchor component={Link} to={to}>
                {t(`firstSteps.${name}`)}
              </Anchor>
            ) : (
              t(`firstSteps.${name}`)
            )}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
