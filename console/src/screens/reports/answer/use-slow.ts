import { useEffect, useState } from 'react';

/** Milliseconds after which waiting wants a reason. */
const slowMs = 700;

/** Whether something has been waited for long enough to say why. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(
    function noticeSlowness() {
      if (!waiting) {
        return undefined;
      }
      const timer = setTimeout(() => setSlow(true), slowMs);
      return () => {
        clearTimeout(timer);
        setSlow(false);
      };
    },
    [waiting],
  );
  return slow;
}
