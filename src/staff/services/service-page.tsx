import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { StaffService } from '#contract/catalogue.schemas.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { servicesQuery } from '#staff/api/services-query.ts';
import { ServiceEditor } from '#staff/services/service-editor.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import '#staff/parts/row-table.css';
import './service-editor.css';

const BACK = { to: '/services', label: 'Services' };

/** The editor of one service, or of a new one. */
export function ServicePage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const query = useFreshQuery(servicesQuery);
  const isNew = id === 'new';
  // Saved fields are those of the service from then on: the editor begins again with them.
  const [saved, setSaved] = useState(0);
  const service = query.data?.services.find((each) => each.id === id) ?? null;
  const title = isNew ? 'New service' : (service?.name ?? 'Service');
  const onDone = (done: StaffService, text: string) => {
    showToast(text);
    // Without hours it cannot be booked.
    if (isNew) void navigate(`/hours?add=${done.id}`, { replace: true });
    setSaved(saved + 1);
  };
  if (query.data === undefined)
    return (
      <StaffPage
        title={isNew ? title : ' '}
        documentTitle={title}
        back={BACK}
        freshness={query}
        showsBook={false}
      >
        <QueryState of={query}>
          <SkeletonGroup label="Loading the service" className="row-skeleton" rows={['h-14', 'h-40']} />
        </QueryState>
      </StaffPage>
    );
  return (
    <StaffPage title={title} back={BACK} freshness={query} showsBook={false}>
      {service === null && !isNew ? (
        <EmptyState art={<FallenLeafArt />} action={<LinkButton to="/services">All services</LinkButton>}>
          There is no such service.
        </EmptyState>
      ) : (
        <ServiceEditor key={`${id} ${saved}`} service={service} forms={query.data.forms} onDone={onDone} />
      )}
    </StaffPage>
  );
}
