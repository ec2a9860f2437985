-- When the post went out to this channel; the publisher sets it once.
alter table generator.blog_posts add column webhook_posted_at timestamptz;
