import { Answers } from '#staff/submissions/answers.tsx';
import { submissionQuery } from '#staff/submissions/submission-query.ts';
import { HealthData } from '#staff/unlock/health-data.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';

/** What a client handed in, over the screen that names it. Unlocks health data first. */
export function SubmissionDialog({
  id,
  name,
  submitted,
  onClose,
}: {
  id: string;
  /** Of the form. */
  name: string;
  /** How and when: 'Filled in Tue 8 Dec, 10:00 AM' */
  submitted: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <span tabIndex={-1} data-autofocus="" className="sheet-title">
          {name}
        </span>
      }
      subtitle={`${submitted}. Reading is recorded in the audit log.`}
    >
      <HealthData
        query={submissionQuery(id)}
        skeleton={<SkeletonGroup label="Loading the answers" rows={['h-5 w-2/3', 'mt-4 h-32']} />}
      >
        {(submission) => <Answers submission={submission} />}
      </HealthData>
    </Dialog>
  );
}
