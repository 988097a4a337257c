import { useNotifications } from '@mantine/notifications';
import { useEffect, useState, type ComponentType } from 'react';
import { fetchCode } from '../../loading/fetch-code.ts';

/**
 * Where messages appear. What draws them comes when it is due, or with the first message: what was said before appears then. If it does not
 * come it takes no screen along, and the next message asks for it again.
 */
export function Notices({ isDue }: { isDue: boolean }) {
  const [Container, setContainer] = useState<ComponentType>();
  const { notifications } = useNotifications();
  const isAwaited = notifications.length > 0;

  useEffect(
    function fetchContainer() {
      if (!Container && (isDue || isAwaited)) {
        fetchCode(() => import('./NoticeContainer.tsx'), isAwaited).then(
          ({ NoticeContainer }) => setContainer(() => NoticeContainer),
          (error: unknown) => console.error('What draws messages did not come', error),
        );
      }
    },
    [Container, isDue, isAwaited, notifications],
  );
  return Container && <Container />;
}
