import { Notifications } from '@mantine/notifications';

/** Messages, as the specification (§2, §9) has them. */
export const NoticeContainer = () => (
  <Notifications position="top-center" autoClose={4000} limit={5} containerWidth={440} transitionDuration={250} />
);
