import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { SearchIcon } from "../../ui/icons.tsx";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";

export function NotFoundPage() {
  return (
    <AdminPage title="Page Not Found">
      <EmptyState
        title="This page does not exist."
        icon={<SearchIcon />}
        action={
          <span>
            <Link to={paths.admin.dashboard}>Go to All content</Link> or <a href={paths.home}>Back to the homepage</a>
          </span>
        }
      />
    </AdminPage>
  );
}
