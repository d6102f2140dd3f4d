-- Which call sites take the longest, and how often are they run?
SELECT event, site, cnt, lat_max, round(lat_avg, 1) AS lat_avg
FROM by_site
ORDER BY lat_avg DESC, event, site
LIMIT 10;
