<?php
$query = http_build_query(['api_key' => getenv('PHOTOFEED_KEY'), 'page[size]' => 3]);
$context = stream_context_create(['http' => ['timeout' => 10, 'ignore_errors' => true]]);
// The warning of PHP would contain the key.
$body = @file_get_contents(getenv('PHOTOFEED_URL') . "/api/v1/me?$query", false, $context);
if ($body === false) exit("The service does not respond.\n");
$page = json_decode($body, true);

if (isset($page['errors'])) exit($page['errors'][0]['detail'] . "\n");
foreach ($page['posts'] as $post) {
    $picture = $post['sizes']['768'] ?? $post['mediaUrl'];
    echo htmlspecialchars("$picture $post[permalink]"), "\n";
}
